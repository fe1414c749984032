puts [gets stdin]
puts [expr [join [gets stdin] +]]
