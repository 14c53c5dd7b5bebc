import { useQuery } from '@tanstack/react-query'
import { accountsQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Choose } from '#web/ui/choice/choose.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'

interface SelectProps {
  readonly profileId: string
  readonly value: string | undefined
  readonly onChange: (account: string | undefined) => void
}

/** Filters the list by account. */
export function AccountSelect({ profileId, value, onChange }: SelectProps) {
  const { bulk } = useMessages()
  const accounts = useQuery(accountsQuery(profileId)).data ?? []
  if (accounts.length < 2) return null
  const names = accounts.map(({ id, network, displayName, handle }) => [
    id,
    `${networks[network].name} · ${displayName ?? handle}`,
  ])
  return (
    <Choose
      label={bulk.account}
      value={value ?? ''}
      onChange={(id) => onChange(id || undefined)}
      options={{ '': bulk.allAccounts, ...Object.fromEntries(names) }}
    />
  )
}
