import { useQuery } from '@tanstack/react-query'
import { accountsQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { networks } from '#web/ui/marks/network-mark.tsx'
import type { Slot } from './slot-queries.ts'

type Hold = Slot['holds'][number]

/** Returns a function that says in a sentence why a post at a time would not be published on time. */
export function useHoldWords(profileId: string): (holds: readonly Hold[]) => string | null {
  const { slots } = useMessages()
  const accounts = useQuery(accountsQuery(profileId)).data ?? []
  const nameOf = (id: string | null): string => {
    const account = accounts.find((one) => one.id === id)
    return account ? `${networks[account.network].name} · ${account.displayName ?? account.handle}` : slots.someAccount
  }
  const say = ({ code, accountId, detail }: Hold): string => {
    if (code === 'approval' || code === 'plan' || code === 'refused') return slots.holds[code]
    return code in slots.holds ? slots.holds[code](nameOf(accountId)) : detail
  }
  return (holds) => {
    const sentences = [...new Set(holds.map(say))]
    return sentences.length === 0 ? null : sentences.join(' ')
  }
}
