import type { Input, Result } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import type { AreaLoaders } from '#web/i18n/areas.ts'
import { openArea } from '#web/i18n/frame.ts'

export type Rule = Result<'listInboxRules'>['rules'][number]
type Sent = Input<'createInboxRule'>
/** The conditions and actions of a rule, as the service takes them. */
export interface Wanted {
  readonly conditions: Required<Sent['conditions']>
  readonly actions: Required<Sent['actions']>
}

/** The rules of a brand, in their order. */
export const rulesQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['inbox-rules', profileId],
    queryFn: async () => (await api.listInboxRules({ profileId })).rules,
  })

const texts: AreaLoaders<'inboxRules'> = {
  en: async () => (await import('#web/i18n/en/inbox-rules/index.ts')).inboxRules,
  de: async () => (await import('#web/i18n/de/inbox-rules/index.ts')).inboxRules,
  es: async () => (await import('#web/i18n/es/inbox-rules/index.ts')).inboxRules,
  fr: async () => (await import('#web/i18n/fr/inbox-rules/index.ts')).inboxRules,
}

/** Loads the texts of the rules in the language of the reader. */
export const openTexts = (): Promise<void> => openArea('inboxRules', texts)
