import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { useNarrow } from '#web/lib/browser/use-narrow.ts'
import { labelsQuery } from '#web/posts/labels/labels-query.ts'
import type { PostsFilter } from '../posts-search.ts'
import { type Idea, ideasQuery, type Stage, stagesQuery } from './ideas-query.ts'

/** The most cards of a stage that are shown at first. */
const shownAtFirst = 60

/** Reads the ideas and stages of a brand, and returns what is shown of them. */
export function useBoard(profileId: string, filter: PostsFilter) {
  const { ideas: words } = useMessages('ideas')
  const isNarrow = useNarrow()
  const labels = useQuery(labelsQuery(profileId)).data ?? []
  const asked = { q: filter.q, label: filter.label, authorUid: filter.author }
  const list = useQuery(ideasQuery(profileId, asked))
  const stages = useQuery(stagesQuery(profileId)).data ?? []
  const ideas = list.data ?? []
  const [shownStage, showStage] = useState<string | null>(null)
  const [complete, setComplete] = useState<ReadonlySet<string>>(new Set())
  const inStage = (stageId: string): readonly Idea[] => ideas.filter((idea) => idea.stageId === stageId)
  return {
    profileId,
    asked,
    labels,
    list,
    ideas,
    stages,
    isNarrow,
    /** True if a filter or words leave out ideas. */
    isNarrowed: Object.values(asked).some((one) => one !== undefined && one !== ''),
    /** The stages on the screen: all of them, or one on a phone. */
    visible: isNarrow ? [stages.find(({ id }) => id === shownStage) ?? stages[0]].flatMap((one) => one ?? []) : stages,
    showStage,
    stageName: (stage: Stage): string => (stage.preset ? (words.presets[stage.preset] ?? stage.name) : stage.name),
    inStage,
    /** Returns the ideas of a stage whose cards are shown. */
    shownOf: (stageId: string): readonly Idea[] =>
      complete.has(stageId) ? inStage(stageId) : inStage(stageId).slice(0, shownAtFirst),
    showAll: (stageId: string) => setComplete(new Set([...complete, stageId])),
  }
}

export type Board = ReturnType<typeof useBoard>
