import type { Answer, Call, CallFailed, Next, Outgoing, OutgoingMedia, ReadCall } from '#connectors/connector.ts'
import type { NotFound, Search } from '#connectors/search/search.ts'
import type { GraphCall, Params } from '../graph-call.ts'

/**
 * The state of a post of Instagram or Threads. All objects named here are invisible: a container holds the content
 * before it is published.
 */
export type ContainerMemo = {
  /** The containers of a carousel's images and videos. */
  readonly items?: readonly string[]
  /** The number of these containers that are ready. */
  readonly ready?: number
  /** The container of the post itself, used to request its state. */
  readonly container?: string
  /** The time at which the container was created; the post cannot be older. */
  readonly since?: string
  /** The number of times that the network did not know a container. */
  readonly denied?: number
  /** The number of failed requests for the URL of the published post. */
  readonly asked?: number
}

export const itemsOf = (memo: ContainerMemo): readonly string[] => memo.items ?? []

export function containerOf({ container }: ContainerMemo): string {
  if (container === undefined) throw new Error('no container is in progress')
  return container
}

/** The differences between Instagram and Threads. */
export interface ContainerRules<Grant, Memo extends ContainerMemo> {
  readonly network: string
  readonly paths: { create(post: Outgoing): string; publish(post: Outgoing): string }
  /** The fields to request of a container, and the function that reads them. */
  readonly state: { readonly fields: string; read(answer: Answer): ContainerState }
  /** Delay after the network reported a container as unknown, and after the containers were discarded. */
  readonly deniedMs: number
  readonly afreshMs: number
  /** Sends a call as the account of the post. */
  ask(call: ReadCall<Grant>, post: Outgoing, request: GraphCall): Promise<Answer>
  /** True for an ID that the network does not know (yet). */
  isUnknown(error: unknown): error is CallFailed
  filesOf(post: Outgoing, memo: Memo): readonly OutgoingMedia[]
  /** Returns the parameters for one file of a carousel. */
  itemParams(call: Call<Grant>, post: Outgoing, memo: Memo): Promise<Params>
  /** Returns the parameters for the post itself. */
  postParams(call: Call<Grant>, post: Outgoing, memo: Memo): Promise<Params>
  /** Names the failure to create a container more precisely. */
  creationFailure?(error: CallFailed, params: Params, post: Outgoing): CallFailed
  /** The steps that check and publish the container of the post itself. */
  stepsOf(post: Outgoing, memo: Memo): { readonly check: string; readonly publish: string }
  /** Returns the step to repeat after the network reported a container as unknown. */
  afterDenied(post: Outgoing, memo: Memo): string
  /** Starts over without the containers. */
  anew(post: Outgoing, memo: Memo): { readonly memo: Memo; readonly then: string }
  /** Builds the result for a published post. */
  shown(post: Outgoing, memo: Memo, remoteId: string): Next<Memo>
  /** Builds the result for a published post whose ID is not known yet. */
  out(post: Outgoing, memo: Memo): Next<Memo>
  /** False for a post whose ID is not needed. Defaults to true. */
  needsId?(post: Outgoing, memo: Memo): boolean
  findPost(call: ReadCall<Grant>, post: Outgoing, search: Search & { readonly memo: Memo }): Promise<string | NotFound>
  /** Returns the published post whose URL is requested. */
  published(memo: Memo): { readonly part: number; readonly remoteId: string }
  /** Returns the URL of a published post; null if the network does not return it. */
  addressFor(call: ReadCall<Grant>, post: Outgoing, remoteId: string): Promise<string | null>
  /** Continues after the URL. */
  onward(post: Outgoing, memo: Memo): Next<Memo>
}

interface ContainerState {
  readonly code: string
  /** The reason why a failed container failed. */
  readonly reason: string
}
