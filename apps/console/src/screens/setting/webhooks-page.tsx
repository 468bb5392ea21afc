/** The page of the webhooks, which only owner and deputies have. Source: decision 0059. */
import { WebhookSettings } from '../../features/webhooks/webhook-settings.tsx'

export default function WebhooksPage() {
  return <WebhookSettings />
}
