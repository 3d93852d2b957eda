/** SQLite compares texts by their bytes; the collation of the database may be any. */
export const text = 'text collate "C"';
