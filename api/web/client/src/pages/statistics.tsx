export function StatisticsPage() {
  return <p></p>;
}
