import { useQuery } from '@tanstack/react-query'
import { accountsQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { inputLook } from '#web/ui/field.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'

interface SelectProps {
  readonly profileId: string
  readonly value: string | undefined
  readonly onChange: (account: string | undefined) => void
}

/** Narrows the list to one account. */
export function AccountSelect({ profileId, value, onChange }: SelectProps) {
  const { bulk } = useMessages()
  const accounts = useQuery(accountsQuery(profileId)).data ?? []
  if (accounts.length < 2) return null
  return (
    <select
      aria-label={bulk.account}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
      className={`${inputLook} md:mb-2 md:w-44`}
    >
      <option value="">{bulk.allAccounts}</option>
      {accounts.map(({ id, network, displayName, handle }) => (
        <option key={id} value={id}>
          {networks[network].name} · {displayName ?? handle}
        </option>
      ))}
    </select>
  )
}
