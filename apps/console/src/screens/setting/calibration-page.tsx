/** The page of station calibration. Source: G34, G54. */
import { StationCalibration } from '../../features/calibrations/station-calibration.tsx'

export default function CalibrationPage() {
  return <StationCalibration />
}
