<?php
echo fgets(STDIN);
echo array_sum(explode(" ", fgets(STDIN))), "\n";
