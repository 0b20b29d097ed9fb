export function LobbyPage() {
  return <p></p>;
}
