import type { Connector, JsonObject, Outgoing } from '#connectors/connector.ts'
import type { KindOfPost } from './kinds.ts'
import type { SignedIn, Stand } from './stand.ts'

/** How a person of the sandbox connects where they type something. */
export interface Direct {
  fields(stand: Stand, person: string): JsonObject
  /** The same with a secret that is not theirs. */
  wrongFields(stand: Stand, person: string): JsonObject
}

/** How they connect where the network asks them on a page of its own. */
export interface Consent {
  /** Of several pages the one that they choose, by what it is called. */
  page?(person: string): string
}

/** What the suite has to be told of a network, beyond its connector: all that no rule of the house says. */
export interface NetworkUnderTest {
  readonly connector: Connector
  /** Where it differs from the network's own word: for a second kind of server. */
  readonly title?: string
  readonly signsIn: Direct | Consent
  /** The name under which the sandbox shows what they post, where it is not their own. */
  ledgerName?(person: string): string
  /** What must never stand where it is not sealed. */
  secretsOf(grant: JsonObject): readonly string[]
  /** The account as the connector is to see it, where that is another than it says. */
  as?(signedIn: SignedIn): SignedIn
  /** Another post's name, of which there is none. */
  absentId(remoteId: string): string
  /** What the network itself refuses beyond our number for it; anything else it lets through for longer than we do. */
  readonly enforces: readonly ('text' | 'images' | 'altText' | 'imageBytes')[]
  /** Makes large limits of the sandbox small, so that a file can reach them quickly. */
  lower?(stand: Stand): void
  /** It has no place for the text of a video. */
  readonly filmsWithoutAlt?: true
  /** It tells how long to wait in whole minutes. */
  readonly waitsInMinutes?: true
  /** It renews no sign-in that is younger, and none that it takes no more. */
  readonly renewsAfterMs?: number
  /** What it says of too many calls never tells until when. */
  readonly neverSaysHowLong?: true
  /** What each post has chosen, where the network wants something chosen: of what the connector offers. */
  chooses?(options: () => Promise<JsonObject>): Promise<JsonObject>
  /** How many files people see, where that is not one for each. */
  filesSeen?(post: Outgoing): number
  /** Steps of which it can be found that they are out, and never that they are not: then a person has to look. */
  readonly neverAbsent?: readonly string[]
  /** Every kind of post that its connector makes. */
  readonly kinds: readonly KindOfPost[]
  /** The calls after which a stranger sees something. */
  readonly visibleCalls: readonly string[]
}
