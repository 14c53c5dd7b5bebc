import type { EventType } from '#kernel/events.ts'
import type { ProfileId, UserId } from '#kernel/ids.ts'
import type { FeedRow, Membership, Source } from '../store/stream.ts'
import { buildChangeFrame, buildFrame } from './frames.ts'
import type { Listener } from './listener.ts'
import type { Sight } from './sights.ts'

/** A user with open streams, and other users' profiles whose events they receive. */
export interface Person {
  readonly uid: UserId
  readonly listeners: Set<Listener>
  readonly memberships: Map<ProfileId, UserId>
}

/**
 * The users with open streams. It is updated from membership events: a new member receives the profile's events, and a
 * removed one does not.
 */
interface Audience {
  /** Registers a user. No event is sent to them yet. */
  meet(uid: UserId): Person
  /** Reads the user's memberships. Changes that arrive in the meantime are not lost. */
  learn(person: Person, read: (uid: UserId) => Promise<readonly Membership[]>): Promise<void>
  /** Unregisters a user after their last stream has ended. */
  part(person: Person): void
  hear(rows: readonly FeedRow[]): void
  /** Passes on transient changes. */
  tell(changed: readonly Sight[]): void
  /** The owners whose events someone receives. */
  owners(): UserId[]
  all(): Listener[]
}

interface Known extends Person {
  visits: number
  /** Changes that arrive while the user's memberships are being read. */
  readonly unread: Set<Change[]>
}

interface Change extends Membership {
  readonly isMember: boolean
}

const aboutMembers: Partial<Record<EventType, boolean>> = {
  'profile_member.added': true,
  'profile_member.removed': false,
}

export function createAudience(): Audience {
  const people = new Map<UserId, Known>()
  const members = new Map<ProfileId, Set<Known>>()

  function set(person: Known, { profileId, ownerUid, isMember }: Change): void {
    const known = members.get(profileId) ?? new Set()
    if (isMember) {
      person.memberships.set(profileId, ownerUid)
      members.set(profileId, known.add(person))
    } else {
      person.memberships.delete(profileId)
      known.delete(person)
      if (known.size === 0) members.delete(profileId)
    }
  }

  function forgetMemberships(person: Known): void {
    for (const [profileId, ownerUid] of [...person.memberships]) set(person, { profileId, ownerUid, isMember: false })
  }

  function noteMembers({ type, profileId, memberUid, ownerUid }: FeedRow): void {
    const isMember = aboutMembers[type]
    const person = memberUid === null ? undefined : people.get(memberUid)
    if (isMember === undefined || profileId === null || !person) return
    const change = { profileId, ownerUid, isMember }
    set(person, change)
    for (const changes of person.unread) changes.push(change)
  }

  function* listenersOf({ ownerUid, profileId }: Pick<FeedRow, 'ownerUid' | 'profileId'>): Generator<Listener> {
    yield* people.get(ownerUid)?.listeners ?? []
    if (profileId === null) return
    for (const person of members.get(profileId) ?? []) if (person.uid !== ownerUid) yield* person.listeners
  }

  const requireKnown = ({ uid }: Person): Known => {
    const known = people.get(uid)
    if (!known) throw new Error('this user has no open streams')
    return known
  }

  return {
    meet(uid) {
      const known = people.get(uid) ?? {
        uid,
        listeners: new Set(),
        memberships: new Map(),
        visits: 0,
        unread: new Set(),
      }
      known.visits += 1
      people.set(uid, known)
      return known
    },
    async learn(person, read) {
      const known = requireKnown(person)
      const changes: Change[] = []
      known.unread.add(changes)
      try {
        const found = await read(known.uid)
        forgetMemberships(known)
        for (const each of found) set(known, { ...each, isMember: true })
        for (const change of changes) set(known, change)
      } finally {
        known.unread.delete(changes)
      }
    },
    part(person) {
      const known = requireKnown(person)
      known.visits -= 1
      if (known.visits > 0) return
      forgetMemberships(known)
      people.delete(known.uid)
    },
    hear(rows) {
      const notified = new Set<Listener>()
      for (const row of rows) {
        noteMembers(row)
        if (row.body === null) continue
        let frame: string | null = null
        for (const listener of listenersOf(row)) {
          frame ??= buildFrame(row, row.body)
          listener.offer(row, frame)
          notified.add(listener)
        }
      }
      for (const listener of notified) listener.flush()
    },
    tell(changed) {
      const notified = new Set<Listener>()
      for (const sight of changed) {
        const frame = buildChangeFrame(sight)
        for (const listener of listenersOf(sight)) {
          listener.mention(sight, frame)
          notified.add(listener)
        }
      }
      for (const listener of notified) listener.flush()
    },
    owners() {
      const listening = [...people.values()].filter(({ listeners }) => listeners.size > 0)
      return [...new Set(listening.flatMap(({ uid, memberships }) => [uid, ...memberships.values()]))]
    },
    all: () => [...people.values()].flatMap(({ listeners }) => [...listeners]),
  }
}

/** Returns the owners whose events a listener receives, and for which profiles. */
export function listSources({ uid, memberships }: Person, onlyProfiles: readonly ProfileId[] | null): Source[] {
  const granted = new Map<UserId, ProfileId[]>()
  for (const [profileId, ownerUid] of memberships) {
    if (ownerUid === uid || (onlyProfiles && !onlyProfiles.includes(profileId))) continue
    granted.set(ownerUid, [...(granted.get(ownerUid) ?? []), profileId])
  }
  return [
    { ownerUid: uid, profiles: onlyProfiles },
    ...[...granted].map(([ownerUid, profiles]) => ({ ownerUid, profiles })),
  ]
}
