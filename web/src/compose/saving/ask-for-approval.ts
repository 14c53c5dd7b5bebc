import { api } from '#web/app/api.ts'

/** Asks for approval, unless this version has it or someone has asked already. A decision about another one is past. */
export async function askForApproval(id: string): Promise<void> {
  const { status, request, decisions } = await api.getPostApprovals({ id })
  const isPast = decisions.some(({ isCurrent, decidedAt }) => !isCurrent && decidedAt >= (request?.requestedAt ?? ''))
  if (status === 'requested' ? isPast : /needed|rejected/.test(status)) await api.requestPostApproval({ id })
}
