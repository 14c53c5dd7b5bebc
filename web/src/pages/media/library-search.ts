import { readPageFilter } from '#web/posts/filters/read-filter.ts'

export const kinds = ['all', 'pictures', 'videos'] as const
export type Kind = (typeof kinds)[number]

/** Choices by use in posts. */
export const uses = ['any', 'used', 'unused'] as const
export type Use = (typeof uses)[number]

interface LibrarySearch {
  label?: string
  author?: string
  saved?: string
  q?: string
  kind?: Kind
  use?: Use
  file?: string
}

/** Reads the page's search parameters. */
export const readLibrarySearch = (search: Record<string, unknown>): LibrarySearch => ({
  ...(typeof search.q === 'string' && search.q !== '' ? { q: search.q } : {}),
  ...(search.kind === 'pictures' || search.kind === 'videos' ? { kind: search.kind } : {}),
  ...(search.use === 'used' || search.use === 'unused' ? { use: search.use } : {}),
  ...(typeof search.file === 'string' ? { file: search.file } : {}),
  ...readPageFilter({ label: search.label, author: search.author, saved: search.saved }),
})
