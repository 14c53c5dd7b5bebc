import type { UserId } from '#kernel/ids.ts'

/**
 * A kind of rows that the installation stores about a user: one file of the export. Byte columns are never exported,
 * because they contain hashes and sealed values.
 */
export interface RowsOfPerson {
  readonly table: string
  /** The column with the user's ID. With `through`, the column with the key of that table's rows. */
  readonly by: string
  /** The table whose rows the user owns, if this table does not reference the user. */
  readonly through?: { readonly table: string; readonly key: string; readonly by: string }
  /** The columns of the primary or another key, in whose order rows are read. */
  readonly key: readonly string[]
  /** Columns with data that belongs to the service or to someone else. */
  readonly without?: readonly string[]
  /** Describes what the file contains. */
  readonly about: string
}

/** A file that the user owns. */
interface FileOfPerson {
  /** The path in the archive. */
  readonly name: string
  readonly body: AsyncIterable<Uint8Array>
}

/** Contents of an export. */
export interface Exporters {
  readonly rows: readonly RowsOfPerson[]
  files(uid: UserId): AsyncIterable<FileOfPerson>
}
