import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { ProfileId } from '#kernel/ids.ts'
import type { ApprovalRule } from '#modules/posts/index.ts'

interface ReplyRule extends ApprovalRule {
  /** True if all replies of the brand wait. */
  readonly hasAll: boolean
}

/** Reads who approves the replies of brands: those who approve posts, and at least one person. */
export async function readReplyRules(db: Db, ids: readonly ProfileId[]): Promise<Map<ProfileId, ReplyRule>> {
  const { rows } = await sql<ReplyRule & { id: ProfileId }>`
    select id, greatest(required_approvals, 1) as required, approver_role as role, approval_steps as steps,
      inbox_approvals = 'all' as has_all
    from profile where id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...rule }) => [id, rule]))
}
