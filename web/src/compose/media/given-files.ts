let given: readonly File[] = []

/** Passes files to the next composer that opens. */
export function giveFiles(files: readonly File[]): void {
  given = files
}

export function takeGivenFiles(): readonly File[] {
  const taken = given
  given = []
  return taken
}
