module posthorn

go 1.19
