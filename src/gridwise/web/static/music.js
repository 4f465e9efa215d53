// The music panel. Files are played from object URLs and never leave the browser. The player lives
// in this module and not in the component, so that it plays on when the panel is built again in
// another language. Names of files are hostile text: they are only ever interpolated as text.
import { reactive } from "vue";

const audio = new Audio();
const player = reactive({ tracks: [], at: -1, playing: false, volume: 0.7 });
audio.volume = player.volume;
audio.addEventListener("play", () => (player.playing = true));
audio.addEventListener("pause", () => (player.playing = false));
audio.addEventListener("ended", () => step(1, false));
audio.addEventListener("error", () => {
  const track = player.tracks[player.at];
  if (!track || !audio.getAttribute("src")) return;
  track.broken = true;
  player.playing = false;
  step(1, false);
});

let made = 0;

function start(at) {
  if (at !== player.at) {
    player.at = at;
    audio.src = player.tracks[at].url;
  }
  audio.play().catch(() => (player.playing = false));
}

// Goes to the next track that can be played; `around` starts again after the last one.
function step(by, around = true) {
  const count = player.tracks.length;
  for (let tried = 1; tried <= count; tried++) {
    const at = player.at + by * tried;
    if (!around && (at < 0 || at >= count)) break;
    const to = ((at % count) + count) % count;
    if (!player.tracks[to].broken) return start(to);
  }
  stop();
}

function stop() {
  audio.pause();
  if (audio.getAttribute("src")) audio.currentTime = 0;
}

function add(files) {
  for (const file of files) {
    player.tracks.push({ key: ++made, name: file.name, url: URL.createObjectURL(file), broken: false });
  }
}

function remove(at) {
  URL.revokeObjectURL(player.tracks[at].url);
  player.tracks.splice(at, 1);
  if (at < player.at) player.at--;
  else if (at === player.at) {
    audio.pause();
    audio.removeAttribute("src");
    player.at = -1;
  }
}

const ICONS = {
  play: "M8 5.5v13l11-6.5z",
  pause: "M7 5h3.6v14H7zM13.4 5H17v14h-3.6z",
  stop: "M6.5 6.5h11v11h-11z",
  previous: "M6 5.5h2.4v13H6zM19 5.5v13L9.4 12z",
  next: "M15.6 5.5H18v13h-2.4zM5 5.5v13l9.6-6.5z",
};

export default {
  props: { words: Object, open: Boolean },
  emits: ["close"],
  template: `
    <section :aria-label="words.title" v-show="open" @keydown.escape="$emit('close')">
      <div class="gw-music-head">
        <h2 ref="title" tabindex="-1">{{ words.title }}</h2>
        <button type="button" class="gw-icon-button" :aria-label="words.close" @click="$emit('close')">
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>
        </button>
      </div>
      <p class="gw-music-private">{{ words.private }}</p>
      <ol class="gw-music-list" :aria-label="words.list" v-if="player.tracks.length">
        <li v-for="(track, at) in player.tracks" :key="track.key" :class="{ 'gw-now': at === player.at }">
          <button type="button" class="gw-music-track" :aria-current="at === player.at ? 'true' : null" @click="start(at)">
            <span class="gw-music-name">{{ track.name }}</span>
            <span v-if="track.broken" class="gw-music-broken">{{ words.unplayable }}</span>
          </button>
          <button type="button" class="gw-icon-button" :aria-label="words.remove + ': ' + track.name" @click="remove(at)">
            <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M7 12h10" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>
          </button>
        </li>
      </ol>
      <p v-else class="gw-music-empty">{{ words.empty }}</p>
      <div class="gw-music-buttons" role="group" :aria-label="words.title">
        <button v-for="name in names" :key="name" type="button" class="gw-icon-button"
            :class="{ 'gw-music-main': name === 'play' || name === 'pause' }"
            :aria-label="words[name]" :title="words[name]" :disabled="!player.tracks.length" @click="press(name)">
          <svg viewBox="0 0 24 24" aria-hidden="true"><path :d="icons[name]" fill="currentColor"/></svg>
        </button>
      </div>
      <label class="gw-music-volume">
        <span>{{ words.volume }}</span>
        <input type="range" min="0" max="1" step="0.05" :value="player.volume" @input="loud($event.target.value)">
      </label>
      <label class="gw-button gw-music-add">
        <span>{{ words.add }}</span>
        <input type="file" accept="audio/*" multiple class="gw-unseen" @change="pick">
      </label>
    </section>
  `,
  data: () => ({ player, icons: ICONS }),
  computed: {
    names() {
      return ["previous", player.playing ? "pause" : "play", "stop", "next"];
    },
  },
  methods: {
    start,
    remove(at) {
      remove(at);
      this.$nextTick(() => {
        const left = this.$el.querySelectorAll(".gw-music-list .gw-icon-button");
        (left[Math.min(at, left.length - 1)] ?? this.$refs.title).focus();
      });
    },
    pick(event) {
      add(event.target.files);
      event.target.value = "";
    },
    loud(value) {
      player.volume = audio.volume = Number(value);
    },
    press(name) {
      if (name === "play") start(player.at < 0 ? 0 : player.at);
      else if (name === "pause") audio.pause();
      else if (name === "stop") stop();
      else step(name === "next" ? 1 : -1);
    },
    arrive() {
      this.$nextTick(() => this.$refs.title.focus());
    },
    leave() {
      document.querySelector(".gw-music-button")?.focus();
    },
  },
};
