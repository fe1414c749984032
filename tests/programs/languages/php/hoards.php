<?php
for (;;) $hoard[] = range(0, 100000);
