export const kinds = ['all', 'pictures', 'videos'] as const
export type Kind = (typeof kinds)[number]

interface LibrarySearch {
  q?: string
  kind?: Kind
  file?: string
}

/** Reads what the address of the page chooses. */
export const readLibrarySearch = (search: Record<string, unknown>): LibrarySearch => ({
  ...(typeof search.q === 'string' && search.q !== '' ? { q: search.q } : {}),
  ...(search.kind === 'pictures' || search.kind === 'videos' ? { kind: search.kind } : {}),
  ...(typeof search.file === 'string' ? { file: search.file } : {}),
})
