import type { Draft } from './draft.ts'

interface WithDraft {
  readonly draft: Draft
}

/** The parts of a draft that change with each letter of its text. */
const withText: readonly string[] = ['content', 'confirmed'] satisfies readonly (keyof Draft)[]

/**
 * Compares props of components that use everything of the draft except its text, so that they do not render for each
 * letter.
 */
export const isSameExceptText = <Props extends WithDraft>(before: Props, after: Props): boolean =>
  hasSameMembers({ ...before, draft: null }, { ...after, draft: null }) && hasSameMembers(before.draft, after.draft)

const hasSameMembers = (before: object, after: object): boolean => {
  const known = new Map(Object.entries(before))
  return Object.entries(after).every(([name, value]) => withText.includes(name) || Object.is(value, known.get(name)))
}
