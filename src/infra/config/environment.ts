/** The settings as passed to the process: strings by name. */
export type Environment = Readonly<Record<string, string | undefined>>
