/** The page of MQTT brokers, which owner and deputies set up. */
import { BrokerSettings } from '../../features/brokers/broker-settings.tsx'

export default function BrokersPage() {
  return <BrokerSettings />
}
