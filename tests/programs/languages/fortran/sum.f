C     Column 1 has the comment's mark, column 6 that of a line that goes on.
      CHARACTER TEXT*100
      READ '(A)', TEXT
      PRINT '(A)', TRIM(TEXT)
      READ *, I, J
      PRINT '(I0)', I
     &  + J
      END
