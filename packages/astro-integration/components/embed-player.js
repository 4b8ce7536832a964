// Replaces the link of an embed with the player when it is clicked. The provider isn't contacted before that. Without
// JavaScript, the link leads to the video's page.
class LoamEmbed extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", this);
  }

  /** @param {MouseEvent} event */
  handleEvent(event) {
    const newTab = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
    const { player, title = "" } = this.dataset;
    if (newTab || player === undefined) return;
    event.preventDefault();
    const frame = document.createElement("iframe");
    frame.src = player;
    frame.title = title;
    frame.allow = "autoplay; encrypted-media; fullscreen; picture-in-picture";
    frame.allowFullscreen = true;
    frame.referrerPolicy = "strict-origin-when-cross-origin";
    this.replaceChildren(frame);
    frame.focus();
  }
}

customElements.define("loam-embed", LoamEmbed);
