/** Settings as the process was given them: text by name. */
export type Environment = Readonly<Record<string, string | undefined>>
