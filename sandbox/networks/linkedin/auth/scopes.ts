import type { Rules } from '../rules.ts'

/** The scopes that an app may ask for, by the products that it has. */
const products: Readonly<Record<string, readonly string[]>> = {
  openid: ['openid', 'profile', 'email'],
  share: ['w_member_social'],
  community: [
    'w_organization_social',
    'w_organization_social_feed',
    'r_organization_social',
    'r_organization_social_feed',
    'rw_organization_admin',
    'w_member_social',
    'w_member_social_feed',
    'r_member_postAnalytics',
    'r_member_profileAnalytics',
    'r_organization_followers',
    'r_basicprofile',
  ],
}

export const isEnabled = ({ products: has }: Readonly<Rules>, scope: string): boolean =>
  has.some((product) => products[product]?.includes(scope))

export const scopeTitles: Readonly<Record<string, string>> = {
  openid: 'Use your name and photo',
  profile: 'Use your basic profile',
  email: 'Use the primary email address of your account',
  w_member_social: 'Create, modify, and delete posts, comments, and reactions on your behalf',
  w_member_social_feed: 'Create, modify, and delete comments and reactions on posts on your behalf',
  w_organization_social: 'Create, modify, and delete posts, comments, and reactions on your organization’s behalf',
  w_organization_social_feed:
    'Create, modify, and delete comments and reactions on posts on your organization’s behalf',
  r_organization_social_feed: 'Retrieve comments and reactions on your organization’s posts',
  r_organization_social: 'Retrieve your organization’s posts, comments, reactions, and other engagement data',
  rw_organization_admin: 'Manage your organization’s pages and retrieve reporting data',
  r_member_postAnalytics: 'Retrieve your posts and their reporting data',
  r_member_profileAnalytics: 'Retrieve your profile analytics',
  r_organization_followers: 'Retrieve the followers of your organization',
  r_basicprofile: 'Use your basic profile including your name, photo, and public profile URL',
}
