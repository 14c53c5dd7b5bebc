import type { IdentityDeps } from '../../deps.ts'
import type { IssuedTokens } from '../app-tokens.ts'
import { redeemDeviceCode } from '../device/actions/redeem-device-code.ts'
import { OauthFault } from '../oauth-fault.ts'
import type { Parameters } from '../single-parameters.ts'
import { redeemCode } from '../tokens/actions/redeem-code.ts'
import { rotateRefreshToken } from '../tokens/actions/rotate-refresh-token.ts'

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** Issues tokens for the grant type of the request. */
export function issueByGrant(deps: IdentityDeps, given: Parameters): Promise<IssuedTokens> {
  const grant = given.demand('grant_type')
  switch (grant) {
    case 'authorization_code':
      return redeemCode(deps, given)
    case 'refresh_token':
      return rotateRefreshToken(deps, given)
    case deviceGrant:
      return redeemDeviceCode(deps, given)
    default:
      throw new OauthFault(
        'unsupported_grant_type',
        `Use authorization_code, refresh_token or ${deviceGrant}. Other grants are not supported.`,
      )
  }
}
