let given: readonly File[] = []

/** Hands files over to the composer that opens next. */
export function giveFiles(files: readonly File[]): void {
  given = files
}

export function takeGivenFiles(): readonly File[] {
  const taken = given
  given = []
  return taken
}
