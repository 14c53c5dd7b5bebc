import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { accountsQuery, providersQuery, queryClient } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { listWords } from '#web/lib/list-words.ts'
import { type Provider, useConnect } from '#web/pages/connections/use-connect.ts'
import { useSandboxRest } from '#web/pages/connections/use-sandbox-rest.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import type { CardProps } from './cards.ts'
import { Step, StepsCard } from './steps-card.tsx'

/** Fetches what the card shows. */
export const readAhead = (): Promise<void> => queryClient.prefetchQuery(providersQuery)

/** Guides a new user to the first post. It follows the actual state, so the steps work in any order. */
export function StarterCard({ profileId, hasAccounts, published }: CardProps) {
  const { example, home } = useMessages()
  const { starter } = home
  const accounts = useQuery(accountsQuery(profileId)).data ?? []
  const isInSandbox = accounts.length > 0 && accounts.every(({ mode }) => mode === 'sandbox')
  const hasPublished = published.length > 0
  if (hasAccounts && hasPublished) return null
  return (
    <StepsCard title={starter.title} dismiss={starter.dismiss} name="starter">
      <Step number={1} isDone={hasAccounts} title={starter.connect} lead={starter.connectLead}>
        <ConnectStep profileId={profileId} />
      </Step>
      <Step number={2} isDone={hasPublished} title={starter.write} lead={starter.writeLead}>
        {!hasPublished && (
          <div className="flex flex-wrap gap-2">
            <Link
              to="/p/$profileId/compose"
              params={{ profileId }}
              className={buttonStyle(hasAccounts ? 'primary' : 'plain')}
            >
              {starter.write}
            </Link>
            {isInSandbox && (
              <Link
                to="/p/$profileId/compose"
                params={{ profileId }}
                search={{ example: true }}
                className={buttonStyle('plain')}
              >
                {example.use}
              </Link>
            )}
          </div>
        )}
      </Step>
      <Step number={3} isDone={hasPublished} title={starter.watch} lead={starter.watchLead} />
    </StepsCard>
  )
}

/** The networks for the first steps: each accepts the same text and images without extra settings. */
const beginWith: readonly Provider['network'][] = ['x', 'bluesky', 'linkedin']

/** Connects the first account without leaving the page. In the sandbox, it then connects two more. */
function ConnectStep({ profileId }: { readonly profileId: string }) {
  const { home, connections } = useMessages()
  const navigate = useNavigate()
  const accounts = useQuery(accountsQuery(profileId))
  const providers = useQuery(providersQuery)
  const connect = useConnect(profileId, () => void navigate({ to: '/p/$profileId/connections', params: { profileId } }))
  const connected = new Set(accounts.data?.map(({ network }) => network))
  const open = beginWith.flatMap(
    (name) =>
      providers.data?.find(
        ({ network, mode, connect: way }) => network === name && mode === 'sandbox' && way.configured,
      ) ?? [],
  )
  const rest = open.filter(({ network }) => !connected.has(network))
  const { start, isBusy, progress, fault } = useSandboxRest(profileId, rest)
  const [first] = open.filter(({ connect: way }) => way.kind !== 'direct')
  if (providers.isPending) return <div className="min-h-11 sm:min-h-9" />
  const nameAll = (all: Iterable<Provider['network']>) => listWords([...all].map((network) => networks[network].name))
  return (
    <div className="grid justify-items-start gap-1">
      {connected.size === 0 && first && (
        <>
          <Button variant="primary" isBusy={connect.isBusy} onClick={() => connect.start(first)}>
            {connections.connectNetwork(networks[first.network].name)}
          </Button>
          <Link to="/p/$profileId/connections" params={{ profileId }} className={`${buttonStyle('quiet')} -ms-3`}>
            {home.starter.other}
          </Link>
        </>
      )}
      {connected.size === 0 && !first && (
        <Link to="/p/$profileId/connections" params={{ profileId }} className={buttonStyle('primary')}>
          {home.starter.connect}
        </Link>
      )}
      {connected.size > 0 && (
        <p role="status" className="text-published text-sm">
          {home.starter.connected(nameAll(connected))}
        </p>
      )}
      {connected.size > 0 && rest.length > 0 && (
        <Button isBusy={isBusy} onClick={start} className="py-1.5 text-start">
          {isBusy ? progress : home.starter.rest(nameAll(rest.map(({ network }) => network)))}
        </Button>
      )}
      {connect.error && <ProblemBanner error={connect.error} title={connect.errorTitle} />}
      {fault && (
        <p role="alert" className="text-failed text-sm">
          {fault}
        </p>
      )}
    </div>
  )
}
