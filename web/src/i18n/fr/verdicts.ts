// A relative path, since tests also load these words in Node, where `#rules` is no alias of this workspace.
import { refusals } from '../../../../rules/languages/fr/refusals.ts'
import { type CauseWords, verdictsOf } from '../verdicts-by-code.ts'
import { failures } from './failures.ts'
import { faultWords } from './faults.ts'

/** Findings of the check of a post, by code. */
const issues: Readonly<Record<string, string>> = {
  text_missing: 'La publication est vide. Écrivez un texte, ou ajoutez une image ou une vidéo.',
  text_not_used: 'Ce type de publication n’affiche pas de texte. Il ne sera pas envoyé.',
  signs_not_allowed: 'Le titre ou le texte contient un caractère que le réseau n’accepte pas.',
  text_too_long: 'Le texte dépasse la longueur permise par le réseau.',
  format_not_supported: 'Le réseau ne propose pas ce type de publication.',
  thread_too_long: 'Le fil a trop de parties.',
  cashtags_too_many: 'Le texte a plus de cashtags ($ABC) que le réseau n’en permet à la plupart des applications.',
  hashtags_too_many: 'Le texte a plus de hashtags que le réseau n’en permet.',
  mentions_too_many: 'Le texte mentionne plus de comptes que le réseau n’en permet par publication.',
  mention_stays_plain: 'Un nom mentionné n’a pas de compte sur le réseau. Il y reste du texte simple.',
  links_too_many: 'Le texte a plus de liens que le réseau n’en permet par publication.',
  media_required: 'Le réseau demande une image ou une vidéo.',
  media_too_many: 'La publication a plus d’images ou de vidéos que le réseau n’en permet.',
  media_mixed: 'Le réseau n’accepte pas images et vidéos dans la même publication.',
  media_type_not_supported: 'Le réseau n’accepte pas ce type de fichier.',
  image_cannot_be_fitted: 'L’image enfreint une règle du réseau et ne peut pas être adaptée.',
  view_not_supported: 'Seules les images fixes peuvent être recadrées, pivotées ou bordées.',
  view_too_small: 'La partie de l’image est plus étroite que ce qu’affiche le réseau.',
  image_will_be_fitted: 'Le réseau reçoit une copie de l’image, réduite ou convertie. L’original ne change pas.',
  image_animated: 'Le réseau n’accepte pas les images animées.',
  video_too_large: 'Le fichier vidéo dépasse la taille permise par le réseau.',
  video_too_long: 'La vidéo dépasse la durée permise par le réseau.',
  video_too_short: 'La vidéo est plus courte que ne le demande le réseau.',
  video_too_many_pixels: 'La vidéo a plus de pixels que le réseau n’en permet.',
  video_too_many_frames: 'L’animation a plus d’images que le réseau n’en permet.',
  video_frame_rate: 'Le réseau n’accepte pas la fréquence d’images de cette vidéo.',
  video_dimensions: 'Le réseau n’accepte pas les dimensions de cette vidéo.',
  video_shape: 'Le réseau n’accepte pas les proportions de cette vidéo.',
  video_may_stay_draft: 'Le réseau gardera peut-être la vidéo comme brouillon, à publier sur place.',
  audio_too_large: 'Le fichier audio dépasse la taille permise par le réseau.',
  document_too_large: 'Le document dépasse la taille permise par le réseau.',
  document_too_many_pages: 'Le document a plus de pages que le réseau n’en permet.',
  alt_text_missing: 'Une image ou une vidéo n’a pas de texte alternatif.',
  alt_text_not_used: 'Le réseau n’utilise pas le texte alternatif. Il ne sera pas envoyé.',
  alt_text_too_long: 'Le texte alternatif dépasse la longueur permise par le réseau.',
  first_comment_not_supported: 'Le réseau ne propose pas de premier commentaire.',
  language_unknown: 'La langue n’est pas un code comme fr ou pt-BR.',
  title_missing: 'Le réseau demande un titre pour ce type de publication.',
  title_too_long: 'Le titre dépasse la longueur permise par le réseau.',
  link_too_long: 'Le lien dépasse la longueur permise par le réseau.',
  link_missing: 'Ce type de publication a besoin d’un lien.',
  title_not_used: 'Le réseau n’utilise pas de titre. Il ne sera pas envoyé.',
  quota_expected: 'À cette heure, la limite du réseau est atteinte. La publication partira plus tard.',
  same_post: 'La même publication est déjà programmée ou parue sur ce compte.',
  approval_left_to_owner:
    'À une étape de l’approbation, seule la personne propriétaire peut décider. Ajoutez quelqu’un dans les réglages.',
  approval_impossible: 'À une étape de l’approbation, personne ne peut décider. Ajoutez quelqu’un dans les réglages.',
  similar_post: 'Une publication au texte presque identique est déjà programmée ou parue sur ce compte.',
  setting_missing: 'Il manque un choix que le réseau demande.',
  scope_missing: 'Il manque au compte une autorisation pour cette publication. Reconnectez-le.',
  settings_invalid: 'Une option de ce réseau n’est pas valide.',
}

/** Reasons why an account must be connected again, by code. */
export const losses: Readonly<Record<string, string>> = {
  account_blocked: 'Le réseau a bloqué ou limité ce compte. Réglez cela sur place, puis reconnectez-le.',
  account_gone: 'Le réseau ne trouve plus ce compte. Vérifiez sur place, puis reconnectez-le.',
  consent_revoked: 'L’accès a été révoqué sur le réseau. Reconnectez le compte pour continuer à publier.',
  data_deleted: 'Le réseau a demandé l’effacement des données de ce compte.',
  grant_expired: 'L’accès a expiré et ne peut pas être prolongé. Reconnectez le compte.',
  key_lost: 'Les identifiants de ce compte ne sont plus lisibles. Reconnectez-le.',
  mode_changed: 'Un administrateur du serveur a changé le mode de ce réseau. Reconnectez le compte.',
  network_off: 'Ce réseau n’est plus disponible dans cette installation.',
  page_left_out: 'Cette page n’a pas été choisie à la dernière connexion. Reconnectez-vous et cochez-la.',
  permission_missing: 'Il manque une autorisation. Reconnectez le compte et accordez-les toutes.',
  sandbox_off: 'Ce compte vient du bac à sable, qui est désactivé ici. Connectez un vrai compte.',
  sign_in_refused: 'Le réseau refuse la connexion de ce compte. Reconnectez-le.',
}

/** Reasons why a network or an account is left alone, or why a call is made again, by code. */
export const rests: Readonly<Record<string, string>> = {
  access_unavailable: 'L’accès à ce compte n’a pas pu être renouvelé, ou le réseau ne le connaît pas encore.',
  account_limit: 'Le compte a atteint une limite du réseau.',
  address_moved:
    'Le réseau redirige vers une nouvelle URL. Un administrateur du serveur doit la modifier dans les paramètres.',
  api_off: 'L’API n’est pas activée pour l’application auprès du réseau. Cela se règle dans sa console.',
  app_accounts_full: 'L’application de cette installation ne peut publier pour aucun autre compte aujourd’hui.',
  app_credits_used: 'Le crédit de l’application auprès du réseau est épuisé, ou son plafond de dépenses est atteint.',
  app_limit: 'L’application de cette installation a atteint une limite du réseau.',
  app_not_allowed:
    'Le réseau ne le permet pas à l’application. Vérifiez-y ses produits, ses autorisations et son forfait.',
  app_on_trial: 'L’application n’a qu’un accès d’essai auprès du réseau. Demandez-y l’accès complet.',
  app_plan_used: 'Le forfait de l’application auprès du réseau ne permet plus de publication ce mois-ci.',
  app_refused: 'Le réseau refuse l’application de cette installation.',
  app_unknown: 'Le réseau ne connaît pas l’application, ou son secret est faux. Vérifiez ses paramètres.',
  callback_unknown: 'Le réseau ne connaît pas l’URL de rappel de cette installation. Ajoutez-la à l’application.',
  drafts_full: 'La boîte de réception du compte contient autant de brouillons que le réseau en permet.',
  file_unready: 'Le réseau traite encore un fichier.',
  internal_fault: 'Une erreur s’est produite dans Posthorn. Nouvel essai dans un instant.',
  interrupted: 'Le serveur s’est interrompu plusieurs fois. Posthorn réessaiera plus tard.',
  network_lost_it: 'Le réseau a perdu ce qu’il avait reçu. Posthorn le renvoie.',
  network_trouble: 'Le réseau rencontre un problème.',
  network_unreachable: 'Le réseau est injoignable. Rien n’a été envoyé.',
  node_limit: 'L’adresse IP de ce serveur a atteint une limite du réseau.',
  not_shown_yet: 'Le réseau ne montre pas encore la nouvelle publication partout.',
  pictures_busy: 'Beaucoup d’images sont en cours de conversion. La suite vient dans quelques secondes.',
  version_ended: 'Le réseau ne prend plus en charge cette version de son API. Posthorn doit être mis à jour.',
}

/** Reasons to wait, by code. `said`: the service's own words, in English. `cause`: the French sentence of its code. */
export const waits: CauseWords = {
  media: () => 'Il manque un fichier à la publication. Retirez-le ou envoyez-le de nouveau.',
  window: () => 'La publication partirait après son heure limite. Choisissez une autre heure.',
  paused: () => 'Ce réseau est en pause ici.',
  account_rests: (_, cause = 'Le compte a atteint une limite du réseau.') => `Ce compte est en pause. ${cause}`,
  network_rests: (_, cause = 'Il rencontre un problème.') => `Ce réseau est en pause. ${cause}`,
  earlier_posts: () => 'Les publications précédentes de ce compte passent d’abord.',
  catching_up: () =>
    'La publication devait partir pendant une panne. Celles d’un même compte partent à une minute d’intervalle.',
  retry: (said, cause) =>
    cause === undefined
      ? `La dernière tentative a échoué, une autre suit. Cause : ${said}`
      : `${cause} Une autre tentative suit.`,
  account: () => 'Le réseau n’accepte pas notre accès. Reconnectez le compte.',
  approval: () => 'La publication attend assez d’approbations.',
  quota: () => 'La limite du réseau sera alors atteinte.',
  network_works: () => 'Le réseau a reçu la publication et la traite encore.',
  answer_missing: () => 'La réponse du réseau s’est perdue. Posthorn y cherche la publication avant de la renvoyer.',
}

export const verdicts = verdictsOf({
  issues,
  failures,
  losses,
  rests,
  waits,
  refusals,
  faults: faultWords,
  // Where the network gave a reason, its own words say more than ours.
  withReason: (known, reason) => `${known} Le réseau précise : « ${reason} »`,
  named: (field, fault) => `${field} : ${fault}`,
})
