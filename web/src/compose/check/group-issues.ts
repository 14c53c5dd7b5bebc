import type { NetworkName } from '#web/ui/marks/network-mark.tsx'
import type { Issue } from './use-check.ts'

/** Findings that ask for the same thing, on several networks or at several places. */
export interface IssueGroup {
  readonly key: string
  readonly first: Issue
  readonly issues: readonly Issue[]
  readonly networks: readonly NetworkName[]
  /** The number of places in the post that the finding is about. */
  readonly places: number
}

/** Groups findings by a key: warnings by their code, by which they are accepted; errors by their words. */
export function groupIssues(issues: readonly Issue[], keyOf: (issue: Issue) => string): readonly IssueGroup[] {
  const groups = new Map<string, Issue[]>()
  for (const issue of issues) groups.set(keyOf(issue), [...(groups.get(keyOf(issue)) ?? []), issue])
  return [...groups].flatMap(([key, members]) => {
    const [first] = members
    if (!first) return []
    const networks = [...new Set(members.flatMap(({ network }) => network ?? []))]
    return { key, first, issues: members, networks, places: new Set(members.map(({ path }) => path)).size }
  })
}
