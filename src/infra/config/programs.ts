import process from 'node:process'

/** Where programs are looked for: the PATH of whoever started us. */
export const programsPath = (): string => process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin'
