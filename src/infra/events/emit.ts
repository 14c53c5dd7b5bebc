import type { Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { Job, Queue } from '#infra/queue/index.ts'
import type { Clock } from '#kernel/clock.ts'
import { type DomainEvent, type EventOf, type EventType, keptOf } from '#kernel/events.ts'
import { type EventId, newId } from '#kernel/ids.ts'

/**
 * An event as listeners receive it, with its ID. The ID is assigned once and is the same for every subscriber and
 * attempt.
 */
export type ReceivedEvent<Type extends EventType = EventType> = { readonly eventId: EventId } & EventOf<Type>

/**
 * A listener that runs in the transaction that causes the events. It must be fast and use only the database. It
 * receives all events of its type at once, so a large number of events takes as few statements as one. Its failure
 * rolls back the transaction.
 */
type NowListener<Type extends EventType> = (tx: Tx, events: readonly ReceivedEvent<Type>[]) => Promise<void>
/** A listener that runs after the commit, as a separate job: at least once. */
type LaterListener<Type extends EventType> = Job<ReceivedEvent<Type>>

interface Listeners<Type extends EventType> {
  readonly now: readonly NowListener<Type>[]
  readonly later: readonly LaterListener<Type>[]
}

/** The listeners by event type. A new type does not compile until it has an entry. */
export type Subscriptions = { readonly [Type in EventType]: Listeners<Type> }

/** Creates a listener from one that handles a single event. For events that rarely come in large numbers. */
export const each =
  <Type extends EventType>(listener: (tx: Tx, event: ReceivedEvent<Type>) => Promise<void>): NowListener<Type> =>
  async (tx, events) => {
    for (const event of events) await listener(tx, event)
  }

export type Emit = (tx: Tx, ...events: readonly DomainEvent[]) => Promise<void>

/** The external subscribers: webhooks and the feed. They receive all events of a transaction at once, within it. */
interface Outside {
  /** Returns the exact body that is sent to subscribers; null for an internal event. */
  bodyOf(event: ReceivedEvent, at: Date): string | null
  /** Creates the deliveries of the events that have a body. */
  deliver(tx: Tx, events: readonly ReceivedEvent[]): Promise<void>
}

interface EmitOptions {
  readonly clock: Clock
  readonly subscriptions: Subscriptions
  readonly outside: Outside
  readonly queue: Pick<Queue, 'enqueueMany'>
}

/**
 * Writes events as rows in the transaction that causes them, together with the jobs of later listeners: after the
 * commit both exist, or neither does. The rows take one statement and the jobs take one, however many events and
 * listeners there are.
 */
export function createEmit({ clock, subscriptions, outside, queue }: EmitOptions): Emit {
  return async (tx, ...events) => {
    if (events.length === 0) return
    const at = clock.now()
    const received = events.map((event) => ({ ...event, eventId: newId<'evt'>(at) }))
    const bodies = received.map((event) => outside.bodyOf(event, at))
    await insertEvents(tx, at, received, bodies)
    const announced = received.filter((_, index) => bodies[index] !== null)
    if (announced.length > 0) await outside.deliver(tx, announced)
    for (const [type, events] of Map.groupBy(received, (event) => event.type))
      await tellNow(tx, subscriptions, type, events)
    const later = received.flatMap((event) => subscriptions[event.type].later.map((job) => ({ job, data: event })))
    if (later.length > 0) await queue.enqueueMany(tx, later)
  }
}

async function insertEvents(
  tx: Tx,
  at: Date,
  received: readonly ReceivedEvent[],
  bodies: readonly (string | null)[],
): Promise<void> {
  const rows = received.map(({ eventId, ...event }, index) => {
    const { type, ownerUid, data } = keptOf(event)
    return { id: eventId, type, owner_uid: ownerUid, data, body: bodies[index] }
  })
  await prepared('insert-events')`
    insert into event (id, owner_uid, type, data, body, created_at)
    select x.id, x.owner_uid, x.type, x.data, x.body, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, owner_uid uuid, type text, data jsonb, body text)`.execute(
    tx,
  )
}

async function tellNow<Type extends EventType>(
  tx: Tx,
  subscriptions: Subscriptions,
  type: Type,
  events: readonly ReceivedEvent[],
): Promise<void> {
  // The events have that type, which the compiler cannot infer through the grouping.
  for (const listener of subscriptions[type].now) await listener(tx, events as readonly ReceivedEvent<Type>[])
}
