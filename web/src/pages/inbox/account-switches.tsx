import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { accountsQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { AccountFace } from '#web/ui/marks/account-face.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { GrantButton } from './grant-button.tsx'
import { type InboxAccount, inboxAccountsQuery } from './inbox-query.ts'

interface SwitchesProps {
  readonly profileId: string
  readonly accounts: readonly InboxAccount[]
}

/** The accounts of a brand, each with its switch, for those who manage the brand. */
export function AccountSwitches({ profileId, accounts }: SwitchesProps) {
  const { inbox: words } = useMessages('inbox')
  const queries = useQueryClient()
  const known = useQuery(accountsQuery(profileId)).data ?? []
  const { queryKey } = inboxAccountsQuery(profileId)
  const turn = useMutation({
    mutationFn: ({ accountId: id, isOn }: InboxAccount) => api.updateInboxAccount({ id, isOn: !isOn }),
    onSuccess: (changed) => {
      queries.setQueryData(queryKey, (all) => all?.map((one) => (one.accountId === changed.accountId ? changed : one)))
      void queries.invalidateQueries({ queryKey: ['inbox', profileId] })
    },
  })
  const sorted = accounts.toSorted((one, other) => Number(other.isAvailable) - Number(one.isAvailable))
  return (
    <>
      {turn.error && <ProblemBanner error={turn.error} />}
      <RowList label={words.accounts}>
        {sorted.map((account) => {
          const { accountId, network, isOn, isAvailable, lacksBudget, missingScopes } = account
          const lacks = isAvailable
            ? missingScopes.length > 0 && words.needsPermission
            : lacksBudget
              ? words.needsBudget
              : words.notYet
          const found = known.find(({ id }) => id === accountId)
          const name = found?.displayName ?? found?.handle ?? networks[network].name
          const full = `${networks[network].name} · ${name}`
          return (
            <li key={accountId} className="flex min-h-15 items-center gap-3 px-4 py-2.5">
              <AccountFace account={found ?? { network, handle: name }} size={36} />
              <span className="grid min-w-0 flex-1 text-start">
                <OneLine>{name}</OneLine>
                <span className="text-ink-3 text-sm">
                  {[networks[network].name, lacks].filter(Boolean).join(' · ')}
                </span>
              </span>
              {isOn && <Tag tone="good">{words.isOn}</Tag>}
              {isAvailable && !isOn && missingScopes.length > 0 && <GrantButton account={account} name={full} />}
              {(isOn || !lacks) && (
                <Button
                  isSmall
                  variant={isOn ? 'quiet' : 'plain'}
                  isBusy={turn.isPending && turn.variables.accountId === accountId}
                  aria-label={isOn ? words.turnOffOf(full) : words.turnOnOf(full)}
                  onClick={() => turn.mutate(account)}
                >
                  {isOn ? words.turnOff : words.turnOn}
                </Button>
              )}
            </li>
          )
        })}
      </RowList>
    </>
  )
}
