import type { TemplateParts } from '../../template.ts'
import { footerMark } from '../compose.ts'

/** Emails with metrics, in French. The HTML shows the image `chart`. */
export const frenchReportTemplates = {
  'weekly-report': {
    subject: '{{profile}} : votre semaine, {{from}} – {{to}}',
    text: `Bonjour {{name}},

voici la semaine du {{from}} au {{to}} pour {{profile}}, comparée à la précédente :

Publications : {{posts}}
Vues : {{views}}
J’aime : {{likes}}
Commentaires : {{comments}}
Partages : {{shares}}

Meilleure publication :

{{best}}

Meilleur jour : {{peak}} J’aime, commentaires et partages.

Voir les statistiques :
{{link}}

${footerMark}
Vous recevez cet e-mail parce que vous avez activé le rapport hebdomadaire.
Se désabonner : {{unsubscribeUrl}}
Posthorn · {{url}}
`,
    html: `<p>Voici la semaine du {{from}} au {{to}} pour {{profile}}, comparée à la précédente :</p>
<table>
<tr><td>Publications</td><td>{{posts}}</td></tr>
<tr><td>Vues</td><td>{{views}}</td></tr>
<tr><td>J’aime</td><td>{{likes}}</td></tr>
<tr><td>Commentaires</td><td>{{comments}}</td></tr>
<tr><td>Partages</td><td>{{shares}}</td></tr>
</table>
<p><img src="cid:chart" width="560" height="180" alt="J’aime, commentaires et partages de chaque jour, du lundi au dimanche"></p>
<p>J’aime, commentaires et partages, du lundi au dimanche. Meilleur jour : {{peak}}.</p>
<p>Meilleure publication :</p>
<blockquote>{{best}}</blockquote>
<p><a href="{{link}}">Voir les statistiques</a></p>
<hr>
<p>Vous recevez cet e-mail parce que vous avez activé le rapport hebdomadaire.<br>
<a href="{{unsubscribeUrl}}">Se désabonner</a><br>
Posthorn · {{url}}</p>
`,
  },
} as const satisfies Readonly<Record<string, TemplateParts>>
