import type { SlackDeps } from '../deps.ts'
import { tokenBinding, type WorkspaceRow } from '../store/workspaces.ts'

export const openToken = ({ seal }: Pick<SlackDeps, 'seal'>, { id, sealedToken }: WorkspaceRow): string =>
  seal.open(sealedToken, tokenBinding(id)).toString('utf8')
