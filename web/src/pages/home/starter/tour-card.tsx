import { useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { postAuditQuery, queryClient } from '#web/app/queries.ts'
import { openWeather, useMayBreak } from '#web/app/weather/opened.ts'
import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { addDays, dayKey } from '#web/lib/day.ts'
import { findReceiver } from '#web/lib/sandbox.ts'
import { createAtReceiver, ReceiverVerdict } from '#web/pages/settings/webhooks/receiver.tsx'
import {
  isReceiver,
  refreshDeliveries,
  type Webhook,
  webhooksQuery,
} from '#web/pages/settings/webhooks/webhook-queries.ts'
import type { Post } from '#web/posts/post-time.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import type { CardProps } from './cards.ts'
import { Step, StepsCard } from './steps-card.tsx'

/** Fetches what the card shows. */
export const readAhead = (published: readonly Post[]): Promise<unknown> =>
  Promise.all([
    queryClient.prefetchQuery(webhooksQuery),
    ...published.map(({ id }) => queryClient.prefetchQuery(postAuditQuery(id))),
  ])

/** Shows features beyond the first post while few are published, once the completed steps are known. */
export function TourCard({ published, ...rest }: CardProps) {
  const webhooks = useQuery(webhooksQuery)
  const hasRecovered = useRecovered(published)
  if (!webhooks.data || hasRecovered === null) return null
  return <TourSteps {...rest} webhooks={webhooks.data} hasRecovered={hasRecovered} />
}

interface StepsProps extends Omit<CardProps, 'published'> {
  readonly webhooks: readonly Webhook[]
  readonly hasRecovered: boolean
}

/**
 * The steps, each checked off once done. The last one stays until the page is left, so that its result can be read. Only
 * administrators can break a network.
 */
function TourSteps({ profileId, hasPlans, webhooks, hasRecovered }: StepsProps) {
  const { tour } = useMessages().home
  const mayBreak = useMayBreak()
  const hasListened = webhooks.some(({ lastDeliveryAt }) => lastDeliveryAt !== null)
  const [wasDone] = useState((hasRecovered || !mayBreak) && hasListened && hasPlans)
  if (wasDone) return null
  return (
    <StepsCard title={tour.title} dismiss={tour.dismiss} name="tour">
      {mayBreak && (
        <Step number={1} isDone={hasRecovered} title={tour.break} lead={tour.breakLead}>
          {!hasRecovered && (
            <Button variant="primary" onClick={() => openWeather(true)}>
              {tour.break}
            </Button>
          )}
        </Step>
      )}
      <Step number={mayBreak ? 2 : 1} isDone={hasListened} title={tour.listen} lead={tour.listenLead}>
        <ListenStep profileId={profileId} webhooks={webhooks} />
      </Step>
      <Step number={mayBreak ? 3 : 2} isDone={hasPlans} title={tour.plan} lead={tour.planLead}>
        {!hasPlans && (
          <Link
            to="/p/$profileId/calendar"
            params={{ profileId }}
            search={{ view: 'week', date: dayKey(addDays(nowDate(), 7)) }}
            className={buttonStyle('plain')}
          >
            {tour.plan}
          </Link>
        )}
      </Step>
    </StepsCard>
  )
}

/** True once the service or a person has retried one of the posts. Null if not known yet. */
function useRecovered(published: readonly Post[]): boolean | null {
  const histories = useQueries({ queries: published.map(({ id }) => postAuditQuery(id)) })
  if (histories.some(({ isPending }) => isPending)) return null
  const wasRetried = histories.some(({ data }) => data?.some(({ action }) => action === 'post.retried'))
  return wasRetried || published.some(({ targets }) => targets.some(({ attempts }) => attempts > 1))
}

interface ListenProps {
  readonly profileId: string
  readonly webhooks: readonly Webhook[]
}

/** Sends a signed test to the sandbox's receiver and shows its verdict. */
function ListenStep({ profileId, webhooks: all }: ListenProps) {
  const { home, webhooks } = useMessages()
  const own = all.find(isReceiver)
  const listen = useMutation({
    mutationFn: async () => {
      const id = own?.id ?? (await createAtReceiver(webhooks.names))
      if (id !== null) await api.testWebhook({ id })
    },
    onSettled: refreshDeliveries,
  })
  if (findReceiver('') === null)
    return (
      <Link to="/p/$profileId/settings/webhooks" params={{ profileId }} className={buttonStyle('plain')}>
        {home.tour.listen}
      </Link>
    )
  return (
    <div className="grid justify-items-start gap-2">
      {(!own || own.lastDeliveryAt === null) && (
        <Button isBusy={listen.isPending} onClick={() => listen.mutate()}>
          {home.tour.sendTest}
        </Button>
      )}
      {own && <LastTest profileId={profileId} webhook={own} />}
      {listen.error && <ProblemBanner error={listen.error} />}
    </div>
  )
}

/** The latest delivery to the receiver: its response, and whether the signature was valid. */
function LastTest({ profileId, webhook }: { readonly profileId: string; readonly webhook: Webhook }) {
  const { webhooks } = useMessages()
  const newest = useQuery({
    queryKey: ['deliveries', webhook.id, 'newest'],
    queryFn: async () => (await api.listWebhookDeliveries({ id: webhook.id, limit: 1 })).deliveries[0] ?? null,
  })
  if (!newest.data || newest.data.attempts === 0) return null
  return (
    <Link
      to="/p/$profileId/settings/webhooks/$webhookId"
      params={{ profileId, webhookId: webhook.id }}
      className="nums text-brand text-sm hover:underline"
    >
      {newest.data.responseStatus ?? webhooks.noAnswer}
      <ReceiverVerdict webhookId={webhook.id} delivery={newest.data} />
    </Link>
  )
}
