-- expand
-- True once this folder's mark was found in it. A database that lies in the folder itself then misses the mark.
alter table data_folder add column has_mark boolean not null default false;
