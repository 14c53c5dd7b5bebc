import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Section } from '#web/ui/section.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { ReceiverVerdict } from './receiver.tsx'
import { type Delivery, isReceiver, tones, type Webhook } from './webhook-queries.ts'

/** Live events report the outcome of a delivery. It is also polled, in case the stream is interrupted. */
const pollMs = 10_000

/** The number of latest deliveries for which the list shows the sandbox receiver's verdict. */
const maxVerdicts = 8

const isUnderWay = ({ status }: Delivery): boolean => status === 'pending'

/** The ID of a delivery's row, which gets the focus again when its detail closes. */
export const idOfDelivery = (deliveryId: string): string => `row-${deliveryId}`

interface ListProps {
  readonly webhook: Webhook
  /** The ID of the delivery that is open next to the list. */
  readonly open: string | undefined
  readonly onOpen: (deliveryId: string) => void
}

/** The deliveries of a webhook, newest first. Polls those in progress. */
export function DeliveryList({ webhook, open, onOpen }: ListProps) {
  const { shell, webhooks } = useMessages()
  const deliveries = useInfiniteQuery({
    queryKey: ['deliveries', webhook.id],
    queryFn: ({ pageParam }) =>
      api.listWebhookDeliveries({ id: webhook.id, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.deliveries.some(isUnderWay) ? pollMs : false),
  })
  const all = deliveries.data?.pages.flatMap((page) => page.deliveries)
  const names: Readonly<Record<string, string>> = webhooks.names
  return (
    <Section title={webhooks.deliveries}>
      {deliveries.error && <ProblemBanner error={deliveries.error} onRetry={() => void deliveries.refetch()} />}
      {deliveries.isPending && <WaitingRows count={4} />}
      {all?.length === 0 && <EmptyState icon="send" title={webhooks.noDeliveries} lead={webhooks.noDeliveriesLead} />}
      {all && all.length > 0 && (
        <RowList label={webhooks.deliveries}>
          {all.map((delivery, nth) => (
            <li key={delivery.id}>
              <button
                type="button"
                id={idOfDelivery(delivery.id)}
                aria-pressed={delivery.id === open}
                onClick={() => onOpen(delivery.id)}
                className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-start hover:bg-sunken aria-pressed:bg-sunken"
              >
                <span className="grid min-w-0 flex-1">
                  <span className="truncate font-medium">{names[delivery.event] ?? delivery.event}</span>
                  <span className="nums text-ink-3 text-sm">
                    {formatDistance(delivery.createdAt)} · {webhooks.attempts(delivery.attempts)}
                    {delivery.attempts > 0 && ` · ${delivery.responseStatus ?? webhooks.noAnswer}`}
                    {nth < maxVerdicts && isReceiver(webhook) && (
                      <ReceiverVerdict webhookId={webhook.id} delivery={delivery} />
                    )}
                  </span>
                </span>
                <Tag tone={tones[delivery.status]}>{webhooks.states[delivery.status]}</Tag>
              </button>
            </li>
          ))}
        </RowList>
      )}
      {deliveries.hasNextPage && (
        <Button
          className="justify-self-center"
          isBusy={deliveries.isFetchingNextPage}
          onClick={() => void deliveries.fetchNextPage()}
        >
          {shell.more}
        </Button>
      )}
    </Section>
  )
}
