% A plot of GNU Octave, whose window has a menu and a tool bar. The page is really turned.
1;

function page = settled(page)
  fell = true;
  while fell
    fell = false;
    for row = 8:-1:2
      for column = 2:8
        if any(page(row, column) == "ox") && any(page(row + 1, column) == ".*")
          if page(row + 1, column) == "."
            page(row + 1, column) = page(row, column);
          elseif page(row, column) == "x"
            puts("!\n");
            exit(0);
          end
          page(row, column) = ".";
          fell = true;
        end
      end
    end
  end
end

state = fgetl(stdin);
moves = fgetl(stdin);
form = ["       "; "###### "; " ######"; " ##### "; "###### "; " ######"; "     * "].';
form(form == "#") = state;
page = repmat(" ", 9, 9);
page(2:8, 2:8) = form.';
ways = [0 1; 1 0; 0 -1; -1 0];
turns = 0;
for move = moves
  quarters = find(move == "+|-");
  if quarters
    turns += quarters;
    page = settled(rot90(page, -quarters));
  else
    way = ways(mod(find(move == ">v<^") - 1 + turns, 4) + 1, :);
    [row, column] = find(page == "@");
    there = [row column] + way;
    if any(page(row - 1, column) == "ox") || page(there(1), there(2)) != "."
      puts("!\n");
      exit(0);
    end
    page(row, column) = ".";
    page(there(1), there(2)) = "@";
  end
end

figure("position", [50 50 500 500]);
axis([0 9 -9 0], "equal", "off");
set(gca, "position", [0 0 1 1]);
hold on;
for row = 1:8
  for column = 1:8
    here = page(row, column);
    right = page(row, column + 1);
    below = page(row + 1, column);
    if !any(here == " *")
      patch(column - [1 0 0 1], -row + [1 1 0 0], "w", "edgecolor", [.6 .6 .6]);
      if here != "."
        colour = "brk"(here == "ox@");
        patch(column - [.9 .1 .1 .9], -row + [.9 .9 .1 .1], colour, "edgecolor", "none");
      end
    end
    if any(here == " *") != any(right == " *") && !any([here right] == "*")
      plot([column column], [-row 1 - row], "k", "linewidth", 4);
    end
    if any(here == " *") != any(below == " *") && !any([here below] == "*")
      plot([column - 1 column], [-row -row], "k", "linewidth", 4);
    end
  end
end
pause(5);
