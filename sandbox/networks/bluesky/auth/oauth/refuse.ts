import { Refused } from '../../../../core/http/request.ts'

/** Rejects with an OAuth error, whose form differs from that of other calls. */
export function refuseOauth(status: number, error: string, description: string): never {
  throw new Refused({ status, body: { error, error_description: description } })
}
