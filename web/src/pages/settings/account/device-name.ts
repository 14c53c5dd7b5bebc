/** The programs and systems that people know by name, the more special ones first: Edge also says that it is Chrome. */
const programs = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
  ['curl/', 'curl'],
] as const
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

const nameOf = (names: readonly (readonly [string, string])[], text: string): string | null =>
  names.find(([mark]) => text.includes(mark))?.[1] ?? null

/** Reads the program and the system out of what a browser calls itself; null where they are not known. */
export const readDevice = (userAgent: string): { readonly program: string | null; readonly system: string | null } => ({
  program: nameOf(programs, userAgent),
  system: nameOf(systems, userAgent),
})
