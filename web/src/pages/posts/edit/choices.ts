import type { Input, Result } from '@posthorn/sdk'

export type Edited = Result<'editPosts'>

/** The changes as the form has them. Empty means no change. */
export interface Choices {
  readonly addLabels: readonly string[]
  readonly removeLabels: readonly string[]
  /** The accounts to add or to remove. */
  readonly accounts: Readonly<Record<string, 'add' | 'remove'>>
  readonly days: number
  readonly minutes: number
  readonly find: string
  readonly replaceWith: string
  readonly inAltTexts: boolean
  readonly textId: string
  readonly firstComment: string
  readonly removesFirstComment: boolean
  readonly requestsApproval: boolean
}

export const noChoices: Choices = {
  addLabels: [],
  removeLabels: [],
  accounts: {},
  days: 0,
  minutes: 0,
  find: '',
  replaceWith: '',
  inAltTexts: false,
  textId: '',
  firstComment: '',
  removesFirstComment: false,
  requestsApproval: false,
}

export const isNothing = ({ replaceWith: _, inAltTexts: __, accounts, ...rest }: Choices): boolean =>
  Object.keys(accounts).length === 0 &&
  Object.values(rest).every((one) => (Array.isArray(one) ? one.length === 0 : !one))

const searched = ['content', 'title', 'firstComment', 'link', 'thread', 'targets'] as const

/** Returns the changes as the service takes them. */
export function toChanges(choices: Choices): Input<'editPosts'>['changes'] {
  const { addLabels, removeLabels, accounts, days, minutes, find, replaceWith, inAltTexts, textId } = choices
  const firstComment = choices.removesFirstComment ? null : choices.firstComment || undefined
  const accountsTo = (change: 'add' | 'remove') => Object.keys(accounts).filter((id) => accounts[id] === change)
  return {
    addLabels: [...addLabels],
    removeLabels: [...removeLabels],
    addAccounts: accountsTo('add'),
    removeAccounts: accountsTo('remove'),
    ...(days || minutes ? { shift: { days, minutes } } : {}),
    ...(find && { replace: { find, with: replaceWith, in: inAltTexts ? [...searched, 'altText'] : [...searched] } }),
    ...(textId && { appendTextId: textId }),
    ...(firstComment !== undefined && { firstComment }),
    ...(choices.requestsApproval && { requestApproval: true }),
  }
}
