/** The settings as passed to the process: text by name. */
export type Environment = Readonly<Record<string, string | undefined>>
