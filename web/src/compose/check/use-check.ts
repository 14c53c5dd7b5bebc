import type { Result } from '@posthorn/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { api } from '#web/app/api.ts'
import type { Account, Draft } from '../draft/draft.ts'
import { toCheck } from '../draft/request.ts'

export type Check = Result<'validatePost'>
export type Issue = Check['errors'][number]

/** The planned handling of a file: sent unchanged, sent smaller, or not sent. */
interface PlannedFile {
  readonly mediaId: string
  readonly action: 'as-is' | 'resize' | 'reject'
  readonly width: number
  readonly height: number
  readonly contentType: string
  readonly why?: string
}

/** A message as it will be sent. */
export interface PlannedPart {
  readonly text: string
  readonly length: number
  readonly maxLength: number
  readonly links: readonly string[]
  readonly mentions: readonly string[]
  readonly tags: readonly string[]
  readonly media: readonly PlannedFile[]
}

/** The visible content of a post in addition to its text and files. */
interface Extras {
  readonly contentWarning?: string
  readonly poll?: { readonly question: string | null; readonly options: readonly string[]; readonly minutes: number }
  readonly quotes?: string
  readonly cards?: readonly string[]
}

/** The plan of an account: what will be published on the network. */
interface Plan extends PlannedPart {
  readonly extras: Extras
  readonly accountId: string | null
  readonly thread: readonly PlannedPart[]
}

export interface Checked {
  /** The latest response. The draft may have changed since. */
  readonly check: Check | null
  /** The checked draft. */
  readonly about: Draft | null
  readonly isCurrent: boolean
  readonly error: Error | null
}

const pauseMs = 500

interface CheckInput {
  readonly draft: Draft
  readonly counted: Draft
  readonly profileId: string
  /** The post that is being edited, which is not compared with itself. Null for a new one. */
  readonly postId: string | null
  readonly accounts: readonly Account[]
}

/** Checks the draft with the service shortly after the last change. Only the counted draft is sent. */
export function useCheck({ draft, counted, profileId, postId, accounts }: CheckInput): Checked {
  const request = useMemo(
    () => JSON.stringify({ ...toCheck(counted, profileId, accounts), ...(postId && { postId }) }),
    [counted, profileId, postId, accounts],
  )
  const isCounted = counted === draft
  const settled = useSettled({ request, draft: counted }, isCounted)
  const check = useQuery({
    queryKey: ['check', settled.request],
    queryFn: async ({ signal }) => ({
      check: await api.validatePost(JSON.parse(settled.request), { signal }),
      about: settled.draft,
    }),
    enabled: counted.accountIds.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const { data, error } = check
  const isCurrent = isCounted && settled.request === request && !check.isFetching && !check.isPlaceholderData
  return useMemo(
    () => ({ check: data?.check ?? null, about: data?.about ?? null, isCurrent, error }),
    [data, isCurrent, error],
  )
}

interface Settling {
  readonly request: string
  readonly draft: Draft
}

/** Returns the request after a short time without changes. */
function useSettled(value: Settling, isResting: boolean): Settling {
  const [settled, setSettled] = useState(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft that asks the same is the same
  useEffect(() => {
    if (!isResting) return
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value.request, isResting])
  return settled
}

/** Finds the plan of an account. */
export const planOf = (check: Check | null, accountId: string): Plan | null =>
  (Object.values(check?.perPlatformPlan ?? {}) as unknown as Plan[]).find((plan) => plan.accountId === accountId) ??
  null

/**
 * At this rate, a text of 20,000 characters is counted after 200 ms without input, and a short one between two
 * keystrokes.
 */
const msPerCharacter = 0.01
const longestPauseMs = 250

/**
 * Returns the draft for counting, checking and previews, delayed while the user types. Their cost grows with the text,
 * so a longer text waits longer. Each letter is painted first in any case.
 */
export function useCounted(draft: Draft): Draft {
  const [counted, setCounted] = useState(draft)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setCounted(draft)), pauseFor(draft))
    return () => clearTimeout(timer)
  }, [draft])
  return counted
}

function pauseFor({ content, own, thread }: Draft): number {
  const texts = [
    content,
    ...Object.values(own).map((values) => values.content ?? ''),
    ...thread.map((part) => part.content),
  ]
  const characters = texts.reduce((sum, text) => sum + text.length, 0)
  return Math.min(characters * msPerCharacter, longestPauseMs)
}
