import type { Connector, JsonObject, Outgoing } from '#connectors/connector.ts'
import type { KindOfPost } from './kinds.ts'
import type { SignedIn, Stand } from './stand.ts'

/** Connecting by typed credentials, for a person of the sandbox. */
export interface Direct {
  fields(stand: Stand, person: string): JsonObject
  /** The credential fields, but with an incorrect secret. */
  wrongFields(stand: Stand, person: string): JsonObject
}

/** Connecting through the network's own consent page. */
interface Consent {
  /** The name of the page that they choose among several. */
  page?(person: string): string
}

/** A network's facts that the suite needs in addition to its connector and that no shared rule covers. */
export interface NetworkUnderTest {
  readonly connector: Connector
  /** The title, if it differs from the network's name: for a second kind of server. */
  readonly title?: string
  readonly signsIn: Direct | Consent
  /** The name under which the sandbox shows a person's posts, if it is not their own. */
  ledgerName?(person: string): string
  /** The secrets that must never be stored unencrypted. */
  secretsOf(grant: JsonObject): readonly string[]
  /** The account as the connector sees it, if that differs from the sandbox's. */
  as?(signedIn: SignedIn): SignedIn
  /** Returns the ID of a post that does not exist. */
  absentId(remoteId: string): string
  /** The limits that the network itself enforces at our values. For the others, it accepts more than we do. */
  readonly enforces: readonly ('text' | 'images' | 'altText' | 'imageBytes')[]
  /** Lowers large limits of the sandbox, so that a test file reaches them quickly. */
  lower?(stand: Stand): void
  /** The characters that the network refuses in texts. */
  readonly refusesSigns?: string
  /** The settings of a video with a thumbnail, if both take separate calls. */
  readonly besideFilms?: JsonObject
  /** Set if videos have no alt text. */
  readonly filmsWithoutAlt?: true
  /** Set if wait times are given in whole minutes. */
  readonly waitsInMinutes?: true
  /** The minimum age of a token that the network renews. It does not renew an expired one. */
  readonly renewsAfterMs?: number
  /** Set if a rate limit response never says how long to wait. */
  readonly neverSaysHowLong?: true
  /** Returns the settings of each post from the options that the connector offers, if the network requires choices. */
  chooses?(options: () => Promise<JsonObject>): Promise<JsonObject>
  /** The number of files that people see, if it is not one for each. */
  filesSeen?(post: Outgoing): number
  /** Steps that `find` can prove published but never absent, so that a person has to check. */
  readonly neverAbsent?: readonly string[]
  /** The kinds of posts that the connector creates. */
  readonly kinds: readonly KindOfPost[]
  /** The calls after which strangers can see something. */
  readonly visibleCalls: readonly string[]
}
