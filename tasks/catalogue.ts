import { listAccounts } from './accounts/list-accounts.ts'
import { createDraft } from './posts/create-draft.ts'
import { getStatus } from './posts/get-status.ts'
import { validatePost } from './posts/validate-post.ts'
import { listProfiles } from './profiles/list-profiles.ts'
import type { Task } from './task.ts'

/** Every task, in the order in which faces list them. A new task goes here, and thereby into every face. */
export const catalogue: readonly Task[] = [listProfiles, listAccounts, validatePost, createDraft, getStatus]
