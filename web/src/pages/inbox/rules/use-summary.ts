import { useQuery } from '@tanstack/react-query'
import { accountsQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { usePerson } from '#web/posts/use-person.ts'
import { networks } from '#web/ui/marks/network-mark.tsx'
import type { Rule } from './rules-query.ts'

/** Says in one line when a rule acts and what it does. */
export function useSummary({ profileId, conditions, actions }: Rule): string {
  const { inboxRules: words } = useMessages('inboxRules')
  const accounts = useQuery(accountsQuery(profileId)).data ?? []
  const does = useDeeds(profileId)
  const { network, accountId, kind, words: sought, hasLink, isNewSender } = conditions
  const account = accounts.find(({ id }) => id === accountId)
  const says = [
    ...(account ? [account.displayName ?? account.handle] : []),
    ...(network && !account ? [networks[network].name] : []),
    ...(kind ? [words.kinds[kind]] : []),
    ...(sought.length > 0 ? [words.says.words(sought.map((one) => `“${one}”`).join(', '))] : []),
    ...(hasLink ? [words.says.link] : []),
    ...(isNewSender ? [words.says.newSender] : []),
  ]
  return words.summary(says.length > 0 ? says.join(' · ') : words.everything, does(actions).join(', '))
}

type Actions = Rule['actions']

/** Returns what names the actions of a rule. */
export function useDeeds(profileId: string): (actions: Actions) => readonly string[] {
  const { inboxRules: words } = useMessages('inboxRules')
  const find = usePerson(profileId)
  return ({ assigneeUid, state, snoozeHours }) => [
    ...(assigneeUid ? [words.does.assign(find(assigneeUid)?.name ?? words.someone)] : []),
    ...(state === 'snoozed' ? [words.does.snoozed(words.hours(snoozeHours ?? 0))] : []),
    ...(state === 'done' || state === 'open' ? [words.does[state]] : []),
  ]
}
