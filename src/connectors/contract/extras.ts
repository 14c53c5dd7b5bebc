/**
 * Content that readers see in addition to a post's text and files. Authors choose it in the network's settings.
 * Previews, the table of kinds and the tests read it from the plan.
 */
export interface Extras {
  /** The warning that hides the text until a reader opens it. */
  readonly contentWarning?: string
  /** The poll below the text. `question` is null if the text asks it; `minutes` is how long people may vote. */
  readonly poll?: { readonly question: string | null; readonly options: string[]; readonly minutes: number }
  /** The post that this one quotes or reshares, by the link or ID that the author entered. */
  readonly quotes?: string
  /** Links shown as cards side by side, in order. */
  readonly cards?: string[]
}

type Given = { readonly [Name in keyof Extras]: Extras[Name] | undefined }

/** Returns the plan's `extras` member, or nothing for a post without extras. */
export function extrasOf(given: Given): { readonly extras?: Extras } {
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  return present.length > 0 ? { extras: Object.fromEntries(present) } : {}
}
