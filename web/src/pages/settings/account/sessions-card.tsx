import type { Item } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useSignOut } from '#web/app/use-sign-out.ts'
import { type Messages, useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Tag } from '#web/ui/tag.tsx'

type Session = Item<'listSessions', 'sessions'>

/** Lists the user's sessions, and revokes them. */
export function SessionsCard() {
  const { account } = useMessages()
  const queries = useQueryClient()
  const leave = useSignOut()
  const list = useQuery({ queryKey: ['sessions'], queryFn: () => api.listSessions() })
  const end = useMutation({
    mutationFn: async (sessions: readonly Session[]) => {
      for (const { id } of sessions) await api.endSession({ id })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  })
  const sessions = list.data?.sessions ?? []
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  const error = list.error ?? end.error
  return (
    <Card
      title={account.sessions.title}
      lead={account.sessions.lead}
      actions={
        others.length > 1 && (
          <Button isBusy={end.isPending} onClick={() => end.mutate(others)}>
            {account.sessions.endOthers}
          </Button>
        )
      }
    >
      <ul className="grid divide-y divide-line">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={end.isPending}
            onEnd={() => (session.isCurrent ? void leave() : end.mutate([session]))}
          />
        ))}
      </ul>
      {error && <ProblemBanner error={error} onRetry={() => void list.refetch()} />}
    </Card>
  )
}

interface RowProps {
  readonly session: Session
  readonly isBusy: boolean
  readonly onEnd: () => void
}

function SessionRow({ session, isBusy, onEnd }: RowProps) {
  const { account } = useMessages()
  const { userAgent, isCurrent, signedInAt, lastUsedAt } = session
  const name = nameDevice(account.sessions, userAgent)
  const facts = [account.sessions.signedIn(formatDistance(signedInAt))]
  if (lastUsedAt && !isCurrent) facts.push(account.sessions.used(formatDistance(lastUsedAt)))
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-medium" title={userAgent ?? undefined}>
          <OneLine>{name}</OneLine>
          {isCurrent && <Tag tone="good">{account.sessions.current}</Tag>}
        </p>
        <p className="text-ink-3 text-sm">{facts.join(' · ')}</p>
      </div>
      <Button disabled={isBusy} aria-label={account.sessions.endNamed(name)} onClick={onEnd}>
        {account.sessions.end}
      </Button>
    </li>
  )
}

function nameDevice(words: Messages['account']['sessions'], userAgent: string | null): string {
  if (!userAgent) return words.unknown
  const { program, system } = readDevice(userAgent)
  if (program && system) return words.device(program, system)
  return program ?? userAgent.slice(0, 40)
}

/** Known browsers and systems, more specific ones first: Edge also claims to be Chrome. */
const programs = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
  ['curl/', 'curl'],
] as const
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

const nameOf = (names: readonly (readonly [string, string])[], text: string): string | null =>
  names.find(([mark]) => text.includes(mark))?.[1] ?? null

/** Extracts browser and system from a user agent. Null if they are unknown. */
const readDevice = (userAgent: string): { readonly program: string | null; readonly system: string | null } => ({
  program: nameOf(programs, userAgent),
  system: nameOf(systems, userAgent),
})
