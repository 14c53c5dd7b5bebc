import { Refused } from '../../../../core/http/request.ts'

/** Refuses in the words of OAuth, which are not those of the calls. */
export function refuseOauth(status: number, error: string, description: string): never {
  throw new Refused({ status, body: { error, error_description: description } })
}
